/** Paper is white: a dark page is printed as if it were light. */
export function printInLight(): void {
  const { dataset } = document.documentElement
  let shown: string | undefined
  addEventListener('beforeprint', () => {
    shown = dataset.mantineColorScheme
    dataset.mantineColorScheme = 'light'
  })
  addEventListener('afterprint', () => {
    dataset.mantineColorScheme = shown
  })
}
