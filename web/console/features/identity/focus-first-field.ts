/** The ref of a form whose first empty field is to have the focus once it is shown. */
export function focusFirstField(form: HTMLFormElement | null): void {
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  fields.find((field) => field.value === '')?.focus()
}
