import { products } from '#contract/licences.ts'
import type { Licence } from '#contract/licences.ts'
import { productTexts } from './products.ts'

/** The licensed products in words; '-' for none. */
export function ProductNames({ licences }: { licences: readonly Licence[] }) {
  const names = products
    .filter((product) => licences.includes(product))
    .map((product) => productTexts[product].name)
  return names.join(', ') || '-'
}
