const quote = 34
const lineEnd = 10

/** Cuts CSV that comes in pieces of any length into its rows; a line's end between quotes is part of a cell. */
export function cutRows(take: (row: Buffer) => void): (piece: Buffer) => void {
  let begun: Buffer[] = []
  let isQuoted = false
  return (piece) => {
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]
      if (byte === quote) isQuoted = !isQuoted
      else if (byte === lineEnd && !isQuoted) {
        const rest = piece.subarray(from, at + 1)
        take(begun.length === 0 ? rest : Buffer.concat([...begun, rest]))
        begun = []
        from = at + 1
      }
    }
    if (from < piece.length) begun.push(piece.subarray(from))
  }
}
