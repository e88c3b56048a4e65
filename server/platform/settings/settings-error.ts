/** A setting is wrong: its message is one sentence for the person who starts the server. */
export class SettingsError extends Error {}
