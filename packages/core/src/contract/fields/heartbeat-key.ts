/** Whether a text can be the key of a heartbeat, the secret part of its address. */
export const isHeartbeatKey = (text: string): boolean => /^[A-Za-z0-9_-]{10,64}$/.test(text);
