import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionsMenu } from '#ui/table/actions-menu.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { Panel, Panels } from '#ui/layout/panel.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { StickyBar } from '#ui/layout/sticky-bar.tsx'
import { Tile, Tiles } from '#ui/layout/tiles.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'

/** What a page about one record is put together from. */
export function GalleryFrames() {
  const [tab, setTab] = useState('details')
  return (
    <>
      <TabSet
        label="A record"
        current={tab}
        onChange={setTab}
        tabs={[
          { key: 'details', label: 'Details', content: <Details /> },
          { key: 'contact', label: 'With a mistake', content: 'An e-mail address is wrong.', isWrong: true },
        ]}
      />
      <StickyBar label="Keep it or leave it">
        <Button variant="default">Leave it</Button>
        <Button>Keep it</Button>
      </StickyBar>
    </>
  )
}

function Details() {
  const actions = [
    { label: 'Edit', onClick: () => undefined },
    { label: 'Delete', onClick: () => undefined, danger: true },
  ]
  return (
    <>
      <Panels>
        <Panel title="Home" mark={<StatusBadge color="blue">Default</StatusBadge>}>
          <Facts facts={[['Suburb', 'Manly']]} />
        </Panel>
        <Panel title="Work" action={<ActionsMenu actions={actions} />}>
          <Facts facts={[['Suburb', null]]} />
        </Panel>
      </Panels>
      <Tiles label="Tiles">
        <Tile>One of few</Tile>
        <Tile isRoomy>Another, with more room</Tile>
      </Tiles>
    </>
  )
}
