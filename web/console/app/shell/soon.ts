// What people press next, fetched together soon after the first page: it opens at once then, also without a connection.
export { ActionsOpened } from '#ui/table/open-menu.tsx'
export { AccountItems } from './account-items.tsx'
export { MenuDrawer } from './menu-drawer.tsx'
