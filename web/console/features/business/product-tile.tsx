import { Button, Text, Title } from '@mantine/core'
import { IconArrowRight, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useBusiness } from '#console/business.ts'
import { useCanOpen } from '#console/can-open.ts'
import { useSettings } from '#console/settings.ts'
import { pageHref } from '#contract/console-paths.ts'
import type { Product } from '#contract/business/licences.ts'
import { messages } from '#contract/messages.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { Tile } from '#ui/layout/tiles.tsx'
import styles from './business-home.module.css'
import { productTexts } from './products.ts'

/** A product the business has, and the way into it. */
export function LicensedTile({ product }: { product: Product }) {
  return (
    <ProductTile product={product} order={2}>
      <Launch product={product} />
    </ProductTile>
  )
}

/** A product the business could have. */
export function AvailableTile({ product }: { product: Product }) {
  const { MarketingUrl } = useSettings()
  return (
    <ProductTile product={product} order={3}>
      <ExternalButton href={`${MarketingUrl}/${product}`} about={productTexts[product].name}>
        {messages.business.findOutMore}
      </ExternalButton>
    </ProductTile>
  )
}

type TileProps = {
  product: Product
  /** The level of its heading. */
  order: 2 | 3
  children: ReactNode
}

function ProductTile({ product, order, children }: TileProps) {
  const { name, description, icon: Icon } = productTexts[product]
  return (
    <Tile isRoomy>
      <span className={styles.icon}>
        <Icon size={22} stroke={1.5} aria-hidden />
      </span>
      <div>
        <Title order={order} size="h3">
          {name}
        </Title>
        <Text c="dimmed">{description}</Text>
      </div>
      <div className={styles.way}>{children}</div>
    </Tile>
  )
}

function Launch({ product }: { product: Product }) {
  const { BusinessId } = useBusiness()
  const { ProductUrls } = useSettings()
  const hasMembers = useCanOpen('members')
  if (product === 'check' || product === 'chat')
    return (
      <ExternalButton href={ProductUrls[product]} about={productTexts[product].name}>
        Launch
      </ExternalButton>
    )
  if (product !== 'pay' || !hasMembers) return null
  return (
    <Button
      component={Link}
      href={pageHref('members', { businessId: BusinessId })}
      variant="default"
      rightSection={<IconArrowRight size={16} stroke={1.5} aria-hidden />}
      aria-label={`Launch ${productTexts.pay.name}`}
    >
      Launch
    </Button>
  )
}

function ExternalButton({ href, about, children }: { href: string; about: string; children: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      variant="default"
      rightSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
      aria-label={`${children} ${about} (opens in a new tab)`}
    >
      {children}
    </Button>
  )
}
