import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ name: string, version: string, licence: string }} Dependency */

/** @type {{ allowed: string[], allowedFor: Record<string, string[]> }} */
const { allowed, allowedFor } = readJson('tools/licences/licences.json')

/**
 * What is installed for running, not for developing, by name.
 * @returns {Dependency[]}
 */
export function installedDependencies() {
  /** @type {Record<string, { dev?: boolean }>} */
  const packages = readJson('package-lock.json').packages
  return Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev && existsSync(`${path}/package.json`))
    .map(([path]) => {
      const { name, version, license, licenses } = readJson(`${path}/package.json`)
      return { name, version, licence: nameOf(license ?? licenses?.[0]) }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

/**
 * True for a licence that the list beside this allows: of several to choose from one, of several that hold together all.
 * @param {Pick<Dependency, 'name' | 'licence'>} dependency
 * @returns {boolean}
 */
export function isAllowed({ name, licence }) {
  const plain = licence.replaceAll(/[()]/g, '')
  // Which of the two binds closer isn't asked: nothing mixes them.
  if (plain.includes(' AND ') && plain.includes(' OR ')) return false
  const isOne = (/** @type {string} */ id) =>
    allowed.includes(id) || (allowedFor[id] ?? []).some((beginning) => name.startsWith(beginning))
  return plain.includes(' OR ') ? plain.split(' OR ').some(isOne) : plain.split(' AND ').every(isOne)
}

/** Older packages name it in an object. */
function nameOf(/** @type {string | { type?: string } | undefined} */ licence) {
  return (typeof licence === 'string' ? licence : licence?.type) ?? 'none named'
}

/** @returns {any} */
function readJson(/** @type {string} */ path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
