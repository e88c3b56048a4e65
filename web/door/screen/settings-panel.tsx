import { clearingTimes, type Settings } from './settings.ts'

type Props = {
  id: string
  settings: Settings
  onChange: (patch: Partial<Settings>) => void
  /** The list of who is in is asked for. */
  onWhoIsIn: () => void
}

/** What staff can set on their device, and what they seldom open. */
export default function SettingsPanel({ id, settings, onChange, onWhoIsIn }: Props) {
  return (
    <section className="settings" id={id} aria-label="Settings of this device">
      <label>
        Clear the result
        <select
          value={String(settings.clearsAfter)}
          onChange={({ target }) =>
            onChange({ clearsAfter: clearingTimes.find((each) => String(each) === target.value) ?? null })
          }
        >
          {clearingTimes.map((seconds) => (
            <option key={seconds} value={String(seconds)}>
              {seconds === null ? 'With the next scan' : `After ${seconds} seconds`}
            </option>
          ))}
        </select>
      </label>
      <Switch label="Sound" isOn={settings.hasSound} onSwitch={(hasSound) => onChange({ hasSound })} />
      <Switch
        label="Vibration"
        isOn={settings.hasVibration}
        onSwitch={(hasVibration) => onChange({ hasVibration })}
      />
      <Switch label="Flash" isOn={settings.hasFlash} onSwitch={(hasFlash) => onChange({ hasFlash })} />
      <button type="button" className="button" onClick={onWhoIsIn}>
        Who is in
      </button>
      {document.fullscreenEnabled && (
        <button type="button" className="button" onClick={switchFullScreen}>
          Full screen
        </button>
      )}
    </section>
  )
}

function Switch({
  label,
  isOn,
  onSwitch,
}: {
  label: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  return (
    <label className="switch">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onSwitch(target.checked)} />
      {label}
    </label>
  )
}

function switchFullScreen(): void {
  const work = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  // Some devices don't allow it, and stay as they are.
  work.catch(() => undefined)
}
