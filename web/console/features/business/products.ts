import { IconCards, IconDeviceGamepad2, IconMessages, IconShieldCheck, type Icon } from '@tabler/icons-react'
import { products, type Licence, type Product } from '#contract/business/licences.ts'

/** How each product is presented. */
export const productTexts: Record<Product, { name: string; description: string; icon: Icon }> = {
  pay: { name: 'Pay', description: 'Members, points, prepaid cards and events.', icon: IconCards },
  check: { name: 'Check', description: 'See who comes and goes at your venues.', icon: IconShieldCheck },
  chat: {
    name: 'Chat',
    description: 'Talk with your members, one by one or all at once.',
    icon: IconMessages,
  },
  play: { name: 'Play', description: 'Games and draws for your members.', icon: IconDeviceGamepad2 },
}

/** A licence as an administrator sees it: what it gives, and what users lose with it. */
export function licenceText(licence: Licence): { name: string; description: string; loss: string } {
  if (licence === 'HubMembership')
    return {
      name: licence,
      description: 'Create, edit, delete and import members.',
      loss: 'Users can no longer create, edit, delete or import members.',
    }
  const { name, description } = productTexts[licence]
  return { name, description, loss: `Users can no longer launch ${name} from the home page.` }
}

/** The products among some licences, in words. */
export function productNames(licences: readonly Licence[]): string {
  return products
    .filter((product) => licences.includes(product))
    .map((product) => productTexts[product].name)
    .join(', ')
}
