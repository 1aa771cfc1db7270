// What this browser keeps between visits; what cannot be read any more counts as never kept.
// Where storage is full or forbidden, the page itself remembers until it is left.

const unkept = new Map();

export function recall(name, storage = "localStorage") {
  if (unkept.has(name)) return unkept.get(name);
  try {
    return JSON.parse(window[storage].getItem(name));
  } catch {
    return null;
  }
}

export function remember(name, value, storage = "localStorage") {
  try {
    window[storage].setItem(name, JSON.stringify(value));
    unkept.delete(name);
  } catch {
    unkept.set(name, value);
  }
}
