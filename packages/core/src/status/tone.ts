/** Green, yellow, red, grey: the tones of every badge, number and strip. The text must also name the state. */
export type Tone = 'up' | 'warn' | 'down' | 'none';
/** Blue: in maintenance. Only views that show maintenance use it. */
export type InfoTone = 'info';
