import { IconCards, IconDeviceGamepad2, IconMessages, IconShieldCheck } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Product } from '#contract/licences.ts'

/** How each product is presented. */
export const productTexts: Record<Product, { name: string; description: string; icon: Icon }> = {
  pay: { name: 'Pay', description: 'Members, points, prepaid cards and events.', icon: IconCards },
  check: { name: 'Check', description: 'Know who is in your venues, and who may be.', icon: IconShieldCheck },
  chat: { name: 'Chat', description: 'Talk with your members where they are.', icon: IconMessages },
  play: { name: 'Play', description: 'Games and draws for your members.', icon: IconDeviceGamepad2 },
}
