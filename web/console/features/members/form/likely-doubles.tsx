import { Alert, Anchor } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { useSearchRead } from '#console/queries.ts'
import { pageHref } from '#contract/console-paths.ts'
import { likenessWords, possibleDuplicatesApi } from '#contract/members/duplicates/possible-duplicates.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { formatDate } from '#ui/text/format.ts'
import styles from './member-form.module.css'
import type { MemberValues } from './member-values.ts'

const row = possibleDuplicatesApi.listPossibleDuplicates
const pauseMs = 400

/** Members who may be the one that is typed, as soon as there is enough to tell. */
export function LikelyDoubles({ values }: { values: MemberValues }) {
  const { BusinessId: businessId } = useBusiness()
  const [query] = useDebouncedValue(JSON.stringify(queryOf(values)), pauseMs)
  const may = useMay(row)
  const asked = JSON.parse(query) as ReturnType<typeof queryOf>
  const { data } = useSearchRead(row, may && asked ? { params: { businessId }, query: asked } : null)
  const found = asked ? (data?.Results ?? []) : []
  return (
    // There from the start, so that what comes into it is read out.
    <div role="status">
      {found.length > 0 && (
        <Alert color="orange" p="sm" title="May be a member already">
          <ul className={styles.doubles}>
            {found.map(({ id, FirstName, LastName, MembershipNumber, BirthDate, Standing, Same }) => (
              <li key={id}>
                <Anchor
                  component={Link}
                  href={pageHref('member', { businessId, memberId: id })}
                  underline="always"
                >
                  {FirstName} {LastName}
                </Anchor>{' '}
                {[
                  MembershipNumber,
                  BirthDate && `born ${formatDate(BirthDate)}`,
                  Standing,
                  `same ${Same.map((each) => likenessWords[each]).join(' and ')}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}

/** What is known so far; null while nobody could be found by it. */
function queryOf({ FirstName, LastName, BirthDate, HomeContactDetails }: MemberValues) {
  const emailAddress = HomeContactDetails?.EmailAddress ?? ''
  const mobileNumber = HomeContactDetails?.MobileNumber ?? ''
  const isEnough =
    (FirstName.trim() && LastName.trim()) || emailAddress.includes('@') || mobileNumber.length >= 8
  if (!isEnough) return null
  return {
    firstName: FirstName,
    lastName: LastName,
    ...(BirthDate && { birthDate: BirthDate }),
    emailAddress,
    mobileNumber,
  }
}
