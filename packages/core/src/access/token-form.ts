/** How API tokens look, by which people and scanners of leaked secrets recognise them. Tokens of sessions look otherwise. */
export const apiTokenForm = /^upv_[0-9A-Za-z]{49}$/;
