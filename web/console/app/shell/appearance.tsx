import { Menu, useMantineColorScheme } from '@mantine/core'
import { densities, useDensity } from '#ui/table/density.ts'

const schemes = { auto: 'System', light: 'Light', dark: 'Dark' }

/** How the console looks on this device: light or dark, as the system has it if nobody says otherwise, and how close rows stand. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useDensity()
  return (
    <>
      <Choice label="Appearance" names={schemes} value={colorScheme} onChange={setColorScheme} />
      <Choice label="Rows of tables" names={densities} value={density} onChange={setDensity} />
    </>
  )
}

type Props<Name extends string> = {
  label: string
  names: Readonly<Record<Name, string>>
  value: Name
  onChange: (name: Name) => void
}

/** It stays open: what was chosen is seen behind it, and can be chosen back. */
function Choice<Name extends string>({ label, names, value, onChange }: Props<Name>) {
  return (
    <>
      <Menu.Divider />
      <div role="group" aria-label={label}>
        <Menu.Label aria-hidden>{label}</Menu.Label>
        <Menu.RadioGroup value={value} onChange={(name) => onChange(name as Name)}>
          {Object.entries<string>(names).map(([name, word]) => (
            <Menu.RadioItem key={name} value={name} closeMenuOnClick={false}>
              {word}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </div>
    </>
  )
}
