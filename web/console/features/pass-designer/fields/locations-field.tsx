import { Button, Fieldset, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Fieldset.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { longestPlaceText, mostLocations, type PassLocation } from '#contract/passes/pass-document.ts'
import { cut } from '#contract/passes/pass-layout.ts'
import type { Designing } from '#features/pass-designer/draft/use-designing.ts'
import { NumberField } from '#ui/form/number-field.tsx'
import styles from './fields.module.css'

const part = 'iOSLocations'

/** The places near which an iPhone brings the pass up on its lock screen. */
export function LocationsField({ designing }: { designing: Designing }) {
  const { document, set, businessName } = designing
  const places = document[part]
  return (
    <div className={styles.tab}>
      <div>
        <span className={styles.controlLabel}>Places</span>
        <p className={styles.hint}>
          An iPhone brings the pass up on its lock screen near these. Copy the coordinates from a map, such as
          -33.8568 and 151.2153.
        </p>
      </div>
      {places.map((place, index) => (
        // A place has nothing but where it stands.
        <Place key={index} index={index} place={place} designing={designing} />
      ))}
      <Button
        variant="default"
        size="xs"
        className={styles.start}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={places.length >= mostLocations}
        onClick={() =>
          set(part, [
            ...places,
            { Latitude: null, Longitude: null, Text: cut(`Welcome to ${businessName}`, longestPlaceText) },
          ])
        }
      >
        Add a place
      </Button>
      <Switch
        label="Comes up at our venues"
        description="Near each that is open and says in its settings where it is."
        checked={document.iOSComesUpAtVenues}
        onChange={(event) => set('iOSComesUpAtVenues', event.currentTarget.checked)}
      />
      <Switch
        label="Comes up for our events"
        description="While check-in is open at the next ten days of events that every member may come to."
        checked={document.iOSComesUpForEvents}
        onChange={(event) => set('iOSComesUpForEvents', event.currentTarget.checked)}
      />
    </div>
  )
}

type PlaceProps = { index: number; place: PassLocation; designing: Designing }

function Place({ index, place, designing: { document, set, errors } }: PlaceProps) {
  const path = `${part}.${index}`
  const coordinate = (name: 'Latitude' | 'Longitude') => (
    <NumberField
      label={name}
      allowNegative
      decimalScale={6}
      value={place[name] ?? ''}
      onChange={(degrees) => set(`${path}.${name}`, degrees === '' ? null : degrees)}
      error={errors[`${path}.${name}`]}
    />
  )
  return (
    <Fieldset legend={`Place ${index + 1}`} className={styles.place}>
      <TextInput
        label="Text"
        value={place.Text}
        onChange={(event) => set(`${path}.Text`, event.currentTarget.value)}
        error={errors[`${path}.Text`]}
      />
      <div className={styles.coordinates}>
        {coordinate('Latitude')}
        {coordinate('Longitude')}
      </div>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        className={styles.start}
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => set(part, document[part].toSpliced(index, 1))}
      >
        Remove place {index + 1}
      </Button>
    </Fieldset>
  )
}
