// Documents: dropped, translated by the server, fetched again.

import { download, progress, upload } from "./api.js";
import { find, make, save } from "./dom.js";

const PAUSE = 400;
const LONGEST_PAUSE = 30_000;

export function setUp(languages, glossary) {
  const take = (files) => [...files].forEach((file) => run(file, languages, glossary()));
  const drop = find("drop");
  find("files").onchange = (event) => {
    take(event.target.files);
    event.target.value = "";
  };
  drop.addEventListener("dragover", () => drop.classList.add("over"));
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    drop.classList.remove("over");
    take(event.dataTransfer.files);
  });
}

export function setFormats(formats) {
  find("files").accept = formats.flatMap((format) => format.endings).join(",");
  find("endings").textContent = formats.map((format) => format.endings[0].slice(1)).join(", ");
  find("endings").title = formats.map((format) => `${format.description}: ${format.endings.join(" ")}`).join("\n");
}

async function run(file, languages, glossary) {
  const bar = make("progress", { max: 1, "aria-label": file.name });
  const note = make("span", { className: "faint", textContent: "sending", "aria-live": "off" });
  const item = make("li", {}, make("span", { className: "name", textContent: file.name }), note, bar);
  find("jobs").prepend(item);
  try {
    const job = await follow(
      await upload(file, await languages(), glossary.length ? JSON.stringify(glossary) : undefined),
      bar,
      note,
    );
    bar.value = 1;
    note.replaceWith(
      make("button", {
        textContent: "Download",
        onclick: () => fetchResult(job, item),
        "aria-label": `Download ${job.name}`,
      }),
    );
  } catch (error) {
    bar.remove();
    note.remove();
    complain(item, error);
  }
}

async function fetchResult(job, item) {
  item.querySelector(".bad")?.remove();
  try {
    save(job.name, await download(job.id));
  } catch (error) {
    complain(item, error);
  }
}

function complain(item, error) {
  item.append(make("span", { className: "bad", role: "alert", textContent: error.message }));
}

async function follow(job, bar, note) {
  while (job.status === "queued" || job.status === "translating") {
    if (job.total) bar.value = job.done / job.total;
    note.textContent = job.total ? `${job.done} of ${job.total}` : job.status;
    job = await ask(job, note);
  }
  if (job.status === "error") throw new Error(job.error);
  return job;
}

// A server that is away for a while still has the document when it is back.
async function ask(job, note) {
  for (let pause = PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    await new Promise((resume) => setTimeout(resume, pause));
    try {
      return await progress(job.id);
    } catch (error) {
      if (error.status < 500) throw error;
      note.textContent = "no answer, trying again";
    }
  }
}
