/** The four tones of every badge, number and strip: green, yellow, red, grey. Text always says the state too. */
export type Tone = 'up' | 'warn' | 'down' | 'none';
