import { FormsList } from './forms-list.tsx'

/** The forms, as a tab of Business Configuration. */
export function Tab() {
  return <FormsList />
}
