/** Why there is no backup, or none that could be read, in words for whoever looks after the installation. */
export class BackupTrouble extends Error {}
