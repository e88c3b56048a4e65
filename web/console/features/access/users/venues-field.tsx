import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import { userWords } from '#contract/access/user-words.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { messages } from '#contract/messages.ts'
import type { UserReach } from './user-reach.ts'
import styles from './venues-field.module.css'

type Props<Values extends UserReach> = {
  form: UseFormReturnType<Values>
  /** The numbers of the venues the user has, of which some may be gone. */
  current?: readonly string[]
}

/** Where a user may work: in all venues, or only in those that are chosen. To choose none of them is no choice. */
export function VenuesField<Values extends UserReach>({ form: given, current = [] }: Props<Values>) {
  // What it fills in every form of this kind has.
  const form = given as unknown as UseFormReturnType<UserReach>
  const { VenueSummaries: offered } = useBusiness()
  const gone = current.filter((venueNo) => !offered.some((venue) => venue.VenueNo === venueNo))
  const nameOf = useNamesOfVenues(gone.length > 0)
  const isAll = form.values.Reach === 'All'
  const choose = (venueNos: string[]) => {
    form.setFieldValue('Venues', venueNos)
    if (venueNos.length > 0) form.setFieldValue('Reach', 'Some')
  }
  return (
    <Stack gap="xs">
      <Radio.Group
        label="Venues"
        value={form.values.Reach}
        onChange={(reach) => {
          form.setFieldValue('Reach', reach)
          if (reach === 'All') form.setFieldValue('Venues', [])
        }}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="All" label={userWords.allVenues} description={userWords.allVenuesHelp} />
          <Radio value="Some" label={userWords.onlyThese} />
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        aria-label={userWords.onlyThese}
        value={form.values.Venues}
        onChange={choose}
        error={isAll ? null : form.errors.Venues}
      >
        <div className={styles.venues}>
          {offered.map(({ VenueNo, DisplayName }) => (
            <Checkbox key={VenueNo} value={VenueNo} label={DisplayName} />
          ))}
          {gone.map((venueNo) => (
            <Checkbox
              key={venueNo}
              value={venueNo}
              label={`${nameOf(venueNo)} ${messages.generic.deprecated}`}
            />
          ))}
          {offered.length + gone.length === 0 && <Text c="dimmed">{messages.venues.none}</Text>}
        </div>
      </Checkbox.Group>
    </Stack>
  )
}

/** Those of the signed-in user, which only somebody else can change. */
export function OwnVenues({ venueNos }: { venueNos: readonly string[] }) {
  const { VenueSummaries: offered } = useBusiness()
  const nameOffered = (venueNo: string) => offered.find((venue) => venue.VenueNo === venueNo)?.DisplayName
  const nameOf = useNamesOfVenues(venueNos.some((venueNo) => nameOffered(venueNo) === undefined))
  const names = venueNos.map((venueNo) => nameOffered(venueNo) ?? nameOf(venueNo))
  return (
    <TextInput
      label="Venues"
      value={names.join(', ') || userWords.allVenues}
      readOnly
      description={userWords.ownVenuesHelp}
    />
  )
}

/** What venues are called that are offered no more: those that are closed or deleted. */
function useNamesOfVenues(areWanted: boolean): (venueNo: string) => string {
  const { BusinessId: businessId } = useBusiness()
  const { data } = useRead(
    venuesApi.listVenues,
    areWanted ? { params: { businessId }, query: { includeDeleted: 'true' } } : null,
  )
  return (venueNo) =>
    data?.Results.find((venue) => venue.VenueNo === venueNo)?.DisplayName ?? `Venue ${venueNo}`
}
