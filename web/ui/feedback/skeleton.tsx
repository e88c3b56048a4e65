import styles from './skeleton.module.css'

/** A grey bar in the shape of what is coming. Not seen when that comes at once. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string
  height?: number | string
}) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden />
}
