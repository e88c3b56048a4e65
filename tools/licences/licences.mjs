import { main } from '#tools/prepare.mjs'
import { Trouble } from '#tools/run.mjs'
import { installedDependencies, isAllowed } from './installed-licences.mjs'

// Lists the licence of all that is installed for running; one that tools/licences/licences.json doesn't allow is named and fails.
await main(async () => {
  const dependencies = installedDependencies()
  for (const { name, version, licence } of dependencies)
    console.log(`${`${name} ${version}`.padEnd(60)} ${licence}`)
  const refused = dependencies
    .filter((each) => !isAllowed(each))
    .map(({ name, licence }) => `${name} (${licence})`)
  if (refused.length > 0)
    throw new Trouble(`tools/licences/licences.json doesn't allow ${refused.join(', ')}.`)
})
