// Names that the library expects in a browser. It uses them only to draw, and nothing is drawn here.
class Unused {}

Object.assign(globalThis, { DOMMatrix: Unused, Path2D: Unused });
