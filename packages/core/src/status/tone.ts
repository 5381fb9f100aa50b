/** The four tones of every badge, number and strip: green, yellow, red, grey. Text always says the state too. */
export type Tone = 'up' | 'warn' | 'down' | 'none';
/** Blue: in maintenance, which is neither good nor bad. Only what shows maintenance knows it. */
export type InfoTone = 'info';
