// What this browser keeps between visits; what cannot be read any more counts as never kept.

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export const remember = (name, value) => localStorage.setItem(name, JSON.stringify(value));
