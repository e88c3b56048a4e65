/** How much is still to be handed in. */
export function waitingWords(waiting: number): string {
  return waiting === 1 ? '1 scan waits to be sent.' : `${waiting} scans wait to be sent.`
}
