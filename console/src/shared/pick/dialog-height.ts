const phone = 600

/** Pixels of a dialog's height: as said, and all there is on a phone. The dialog keeps within its window. */
export const dialogHeight = (usual: number): number => (window.innerWidth < phone ? window.innerHeight : usual)
