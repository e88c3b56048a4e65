export { readSettings, type Settings, SettingsError } from './settings.ts'
export { trustOf } from './trusted-proxies.ts'
export { version } from './version.ts'
