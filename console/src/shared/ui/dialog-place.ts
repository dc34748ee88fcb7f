/** Pixels that stay free around a dialog. */
export const dialogMargin = 8
/** Class of the part by which a dialog is dragged. */
export const dialogHandle = 'drag-dialog-handle'
