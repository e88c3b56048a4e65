/** Where this device keeps whether the menu is folded: 'true' if it is. */
export const menuFolded = 'hub.menu-collapsed'
