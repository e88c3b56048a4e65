import type { Access } from '#contract/endpoint.ts'
import { isOpenTo } from './access.ts'
import { useBusiness } from './business.ts'
import { useMe } from './session.ts'

/** True if the user may make this call in the business whose page this is. */
export function useMay(row: { readonly access: Access }): boolean {
  const { LicencedHubProducts } = useBusiness()
  return isOpenTo(useMe(), row.access, LicencedHubProducts)
}
