// A session with deepl-node; prints what it saw as one JSON object. Arguments: address, key, folder for files.
const deepl = require("deepl-node");
const fs = require("fs");
const path = require("path");

const [address, key, folder] = process.argv.slice(2);

async function session(client) {
  const seen = {};
  const text = async (...args) => (await client.translateText(...args)).text;

  const [first, second] = await client.translateText(["Open the file.", "Close it."], "en", "de");
  seen.texts = [first.text, second.text, first.detectedSourceLang, first.billedCharacters];
  seen.detected = (await client.translateText("Please open the file and save it.", null, "de")).detectedSourceLang;
  seen.tags = await text('Press <x id="1">the file</x> <b>now</b>.', "en", "de", {
    tagHandling: "xml", ignoreTags: ["x", "y"], splittingTags: ["p", "q"], outlineDetection: false,
    splitSentences: "nonewlines", preserveFormatting: true,
  });

  const entries = new deepl.GlossaryEntries({ entries: { file: "Datei", "print job": "Druckauftrag" } });
  const glossary = await client.createGlossary("single", "en", "de", entries);
  seen.glossary = [glossary.ready, glossary.entryCount, glossary.creationTime instanceof Date];
  seen.entries = (await client.getGlossaryEntries(glossary)).entries();
  seen.withGlossary = await text("Stop the print job.", "en", "de", { glossary });
  const csv = path.join(folder, "terms.csv");
  fs.writeFileSync(csv, 'door,"Tür, offen"\n');
  const fromCsv = await client.createGlossaryWithCsv("csv", "en", "de", csv);
  seen.csv = (await client.getGlossaryEntries(fromCsv)).entries();
  seen.several = await text("The file, the door.", "en", "de", { glossaryIds: [glossary, fromCsv] });
  seen.listed = (await client.listGlossaries()).length;
  await client.deleteGlossary(glossary);
  seen.deleted = await client.getGlossary(glossary.glossaryId).catch((error) => error.constructor.name);

  const dictionary = (source, target, pairs) => ({
    sourceLangCode: source, targetLangCode: target, entries: new deepl.GlossaryEntries({ entries: pairs }),
  });
  const both = [dictionary("en", "de", { file: "Datei" }), dictionary("de", "en", { Datei: "file" })];
  const several = await client.createMultilingualGlossary("both", both);
  seen.dictionaries = several.dictionaries;
  await client.updateMultilingualGlossaryDictionary(several, dictionary("en", "de", { page: "Seite" }));
  const found = await client.getMultilingualGlossaryDictionaryEntries(several, "en", "de");
  seen.updated = found.entries.entries();
  await client.replaceMultilingualGlossaryDictionary(several, dictionary("en", "de", { mail: "Post" }));
  seen.renamed = (await client.updateMultilingualGlossaryName(several, "new")).name;
  await client.deleteMultilingualGlossaryDictionary(several, "de", "en");
  seen.left = (await client.getMultilingualGlossary(several.glossaryId)).dictionaries;
  seen.withSeveral = await text("Read the mail.", "en", "de", { glossary: several });

  const [source, target] = [path.join(folder, "in.md"), path.join(folder, "out.md")];
  fs.writeFileSync(source, "# The mail\n\nRead the **mail**.\n");
  const status = await client.translateDocument(source, target, "en", "de", { glossary: several });
  seen.document = [status.status, fs.readFileSync(target, "utf8")];

  seen.sources = await client.getSourceLanguages();
  seen.targets = await client.getTargetLanguages();
  seen.pairs = await client.getGlossaryLanguagePairs();
  const usage = await client.getUsage();
  seen.usage = [usage.character.count > 0, usage.anyLimitReached()];
  seen.refused = await text("Text.", "en", "fr").catch((error) => error.message);
  return seen;
}

async function main() {
  const seen = await session(new deepl.DeepLClient(key, { serverUrl: address }));
  const stranger = new deepl.DeepLClient("wrong", { serverUrl: address });
  seen.stranger = await stranger.getUsage().catch((error) => error.constructor.name);
  console.log(JSON.stringify(seen));
}

main().catch((error) => { console.error(error); process.exit(1); });
