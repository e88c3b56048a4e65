import { Link } from '@tanstack/react-router'
import type { CSSProperties, ReactElement } from 'react'
import { useRead } from '#console/queries.ts'
import { useMe } from '#console/session.ts'
import { versionApi } from '#contract/version.ts'
import { fetched } from '#ui/feedback/fetched.tsx'
import { useCurrentBusiness } from '#app/current-business.ts'
import { menuOf, type MenuItem, type MenuSection } from './menu.ts'
import styles from './sidebar.module.css'

// Few fold the menu; whoever does has it as it is meanwhile, and where a tip can't be fetched.
const bare = ({ children }: { label: string; children: ReactElement }) => children
const Tip = fetched(async () => (await import('./tip.tsx')).Tip, bare, bare)

type Props = {
  /** Icons alone. */
  isCollapsed?: boolean
  onNavigate?: () => void
}

/** The entries of the menu: what belongs to no business, then the business people are in. */
export function Sidebar(props: Props) {
  const me = useMe()
  const { business } = useCurrentBusiness()
  const platform = menuOf(me, null)
  const own = business ? menuOf(me, business) : []
  const entries = [...platform, ...own].flatMap(({ items }) => items).length
  return (
    <div
      className={styles.menu}
      style={{ '--entries': entries } as CSSProperties}
      data-collapsed={props.isCollapsed || undefined}
    >
      <Sections sections={platform} {...props} />
      {business && (
        <>
          <p className={styles.business}>{business.DisplayName}</p>
          <Sections sections={own} {...props} />
        </>
      )}
      <Version />
    </div>
  )
}

/** What support asks for first. Whoever can't read it now misses nothing. */
function Version() {
  const { data } = useRead(versionApi.getVersion)
  return data && <p className={styles.version}>Version {data.Version}</p>
}

function Sections({ sections, ...props }: Props & { sections: MenuSection[] }) {
  return sections.map(({ heading, items }) => (
    // A group, not a region: a part of the page may have the same name.
    <div
      key={heading ?? items[0]?.href}
      className={styles.section}
      {...(heading && { role: 'group', 'aria-label': heading })}
    >
      {heading && <p className={styles.heading}>{heading}</p>}
      <ul>
        {items.map((item) => (
          <li key={item.href}>
            <MenuLink item={item} {...props} />
            {item.Count && (
              // Beside the link rather than in it: its name stays the page's.
              <span id={countId(item)} className={styles.count}>
                <item.Count />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  ))
}

/** Each menu has its own: that of a phone is in a drawer. */
const countId = ({ href }: MenuItem) => `waiting at ${href}`.replaceAll(/\W/g, '-')

function MenuLink({ item, isCollapsed = false, onNavigate }: Props & { item: MenuItem }) {
  const link = (
    <Link
      to={item.href}
      activeOptions={{ exact: item.isStart, includeSearch: false }}
      className={styles.link}
      onClick={onNavigate}
      {...(item.Count && { 'aria-describedby': countId(item) })}
    >
      <item.icon size={20} stroke={1.5} aria-hidden />
      <span className={styles.label}>{item.label}</span>
    </Link>
  )
  return isCollapsed ? <Tip label={item.label}>{link}</Tip> : link
}
