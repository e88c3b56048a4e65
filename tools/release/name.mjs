import { spawnSync } from 'node:child_process'

/**
 * What a release is called. Programs are of one kind of machine; and what isn't of the version's own tag has its commit as well, so that
 * no two builds have one name, and none is unpacked over another that serves.
 * @param {string} version
 * @param {string} [folder] of the sources
 */
export function nameOfRelease(version, folder = '.') {
  return ['hub', version, ...commitOf(version, folder), process.platform, process.arch].join('-')
}

/** Without git, as where an image is built, nobody knows. */
function commitOf(/** @type {string} */ version, /** @type {string} */ folder) {
  const head = git(folder, 'rev-parse', 'HEAD')
  if (!head) return []
  const isChanged = git(folder, 'status', '--porcelain') !== ''
  if (!isChanged && git(folder, 'rev-parse', '--verify', '--quiet', `v${version}^{commit}`) === head)
    return []
  return [head.slice(0, 10), ...(isChanged ? ['changed'] : [])]
}

function git(/** @type {string} */ folder, /** @type {string[]} */ ...words) {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...words], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
