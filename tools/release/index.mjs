import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from '#tools/build.mjs'
import { main, prepare } from '#tools/prepare.mjs'
import { Trouble, run } from '#tools/run.mjs'
import { step } from '#tools/step.mjs'
import { letAllRead } from './modes.mjs'
import { nameOfRelease } from './name.mjs'
import { serverPackages, serverSources } from './packages.mjs'

// Makes what runs in production: nothing is installed, built or fetched where it runs, and nothing in it is written to.
await main(async () => {
  const calledFrom = process.env.INIT_CWD ?? process.cwd()
  const { to } = read()
  const node = await prepare()
  await build(node)
  const folder = to ? resolve(calledFrom, to) : resolve('dist/release', nameOfRelease(manifest().version))
  if (to) requireEmpty(folder)
  // Whoever sees the folder sees all of it.
  const part = `${folder}.part`
  await step('Laying out the release', async () => {
    rmSync(part, { recursive: true, force: true })
    await layOut(part, node)
    rmSync(folder, { recursive: true, force: true })
    renameSync(part, folder)
  })
  if (!to) await step('Packing it', () => pack(folder))
  console.log(to ? folder : `${folder}.tar.gz`)
})

function read() {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values
  } catch (error) {
    throw new Trouble(`${/** @type {Error} */ (error).message} Call it as npm run build -- [--to <folder>].`)
  }
}

function requireEmpty(/** @type {string} */ folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Trouble(`The folder ${folder} isn't empty: name one that is, or that isn't there yet.`)
}

async function layOut(/** @type {string} */ folder, /** @type {string} */ node) {
  for (const path of serverSources()) copy(path, join(folder, path))
  for (const path of serverPackages()) copyPackage(path, join(folder, path))
  for (const path of ['dist/web', 'deploy', 'LICENSE', 'CHANGELOG.md', 'docs/operating.md'])
    copy(path, join(folder, path))
  renameSync(join(folder, 'deploy/bin'), join(folder, 'bin'))
  // What somebody keeps there for their own containers.
  for (const own of ['hub.env', 'database.env', 'tls'])
    rmSync(join(folder, 'deploy/compose', own), { recursive: true, force: true })
  copy(realpathSync(node), join(folder, 'bin/node'))
  for (const program of ['hub', 'hub-as-service', 'hub-server', 'hub-ready', 'node'])
    chmodSync(join(folder, 'bin', program), 0o755)
  const { name, version, license, type, imports } = manifest()
  const own = Object.entries(imports).filter(([, to]) => /^\.\/(server|contract)\//.test(String(to)))
  const content = { name, version, private: true, license, type, imports: Object.fromEntries(own) }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`)
  await linkLibraries(folder)
  letAllRead(folder)
}

/** The embedded PostgreSQL links its libraries at the first use: where it runs nothing may be written any more. */
async function linkLibraries(/** @type {string} */ folder) {
  const look = `import('#platform/postgres').then((postgres) => postgres.findPostgres())`
  const { code, output } = await run(join(folder, 'bin/node'), ['-e', look], { cwd: folder })
  if (code !== 0) throw new Trouble(`The embedded PostgreSQL isn't complete:\n${output}`)
}

function copy(/** @type {string} */ from, /** @type {string} */ to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true })
}

/** Without what is nested in it: those are packages of their own, needed or not. */
function copyPackage(/** @type {string} */ from, /** @type {string} */ to) {
  const source = realpathSync(from)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(source, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.slice(source.length).includes('/node_modules'),
  })
}

/** As root's, whoever built it: as root tar gives files to whom the archive names. */
async function pack(/** @type {string} */ folder) {
  const owner =
    process.platform === 'linux' ? ['--owner=0', '--group=0', '--sort=name'] : ['--uid', '0', '--gid', '0']
  const file = `${folder}.tar.gz`
  const { code, output } = await run('tar', [
    ...owner,
    '-czf',
    `${file}.part`,
    '-C',
    dirname(folder),
    basename(folder),
  ])
  if (code !== 0) throw new Trouble(`tar couldn't pack the release:\n${output}`)
  renameSync(`${file}.part`, file)
}

/** @returns {any} */
function manifest() {
  return JSON.parse(readFileSync('package.json', 'utf8'))
}
