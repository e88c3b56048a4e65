import { Button, Title } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import { ConsolePage } from '#console/page.tsx'
import { displayNameOf, useMe } from '#console/session.ts'
import { useSettings } from '#console/settings.ts'
import { products } from '#contract/business/licences.ts'
import { messages } from '#contract/messages.ts'
import { Starting } from '#parts/starting/starting.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Tiles } from '#ui/layout/tiles.tsx'
import styles from './business-home.module.css'
import { AvailableTile, LicensedTile } from './product-tile.tsx'

type Props = {
  /** What stands before the products, and after them. */
  before: ReactNode
  after: ReactNode
}

/** The first page of a business: a welcome, what waits, the products it has and could have, and how it goes. */
export function BusinessHome({ before, after }: Props) {
  const me = useMe()
  const { LicencedHubProducts: licences } = useBusiness()
  const licensed = products.filter((product) => licences.includes(product))
  const available = products.filter((product) => product !== 'play' && !licences.includes(product))
  return (
    <ConsolePage title={`Welcome, ${displayNameOf(me)}`} action={<SupportButton />}>
      <Starting />
      {before}
      {licensed.length > 0 ? (
        <Tiles label="Products">
          {licensed.map((product) => (
            <LicensedTile key={product} product={product} />
          ))}
        </Tiles>
      ) : (
        <EmptyState text={messages.business.noProduct} />
      )}
      {available.length > 0 && (
        <section className={styles.available}>
          <Title order={2}>{messages.business.productsAvailable}</Title>
          <Tiles>
            {available.map((product) => (
              <AvailableTile key={product} product={product} />
            ))}
          </Tiles>
        </section>
      )}
      {after}
    </ConsolePage>
  )
}

function SupportButton() {
  const { SupportEmail } = useSettings()
  const { DisplayName } = useBusiness()
  return (
    <Button
      component="a"
      href={`mailto:${SupportEmail}?subject=${encodeURIComponent(DisplayName)}`}
      variant="default"
      leftSection={<IconLifebuoy size={16} stroke={1.5} aria-hidden />}
    >
      Contact support
    </Button>
  )
}
