export { readSettings, type Settings } from './settings.ts'
export { SettingsError } from './settings-error.ts'
export { trustOf } from './trusted-proxies.ts'
export { version } from './version.ts'
