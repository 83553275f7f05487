// Studio without sight: the tests read the accessibility tree only and press keys only.
import { openTree } from "../accessibility-tree.ts";
import { expect, signUp, test } from "./fixtures.ts";

const manuscript = `# The lamp

“The lamp is out,” said Ada Hale. “Since when?” asked Tom.

“Since noon,” said Ada Hale.

# The tide

The tide came in at nine.
`;

test("a manuscript is imported, cast, converted, compared and exported without seeing the page", async ({ page }) => {
	await signUp(page, "/app/studio");
	const tree = await openTree(page);

	// Import.
	await tree.reads("heading", "Studio");
	await tree.activate("button", "Import");
	await tree.reads("dialog", "Import a document");
	// The window in which a file is chosen is the browser's own.
	const chooser = page.waitForEvent("filechooser");
	await tree.activate("button", /^Choose file/);
	const buffer = Buffer.from(manuscript);
	await (await chooser).setFiles({ name: "the-lighthouse.md", mimeType: "application/octet-stream", buffer });
	await tree.hears("ready for review");
	await tree.reads("heading", "Review import");
	await tree.reads("checkbox", "The lamp");
	await tree.tabTo("textbox", "Project name");
	await tree.press("ControlOrMeta+a");
	await tree.type("The Lighthouse");
	await tree.press("Enter");
	await tree.reads("heading", "The Lighthouse");
	await tree.reads("textbox", "Text of The lamp");

	// Cast.
	await tree.activate("link", "Cast");
	await tree.activate("button", "Find speakers");
	await tree.hears("Found 2 characters.");
	await tree.activate("button", /^Change voice of Ada Hale/);
	await tree.reads("dialog", "Choose a voice");
	await tree.arrowTo("button", /^Tone high/);
	await tree.press("Enter");
	await tree.reads("button", /^Change voice of Ada Hale.*Tone high/);
	await tree.activate("link", "Back to the project");
	await tree.reads("textbox", "Text of The lamp");

	// Convert.
	await tree.activate("button", "Convert");
	await tree.reads("dialog", "Convert to audio");
	await tree.hears(/^\d+ characters, \d+ new: \d+ credits/);
	await tree.tabTo("radio", /^This chapter/);
	await tree.press("ArrowDown");
	await tree.reads("radio", /^Whole project/);
	await tree.activate("button", /^Convert for \d+ credits$/);
	await tree.hears("The project is done.");

	// Compare.
	await tree.tabTo("textbox", "Text of The lamp");
	await tree.press("ControlOrMeta+Home");
	await tree.tabTo("tab", "Comments");
	await tree.press("ArrowRight");
	await tree.activate("button", /^Another take/);
	await tree.hears("New take. It is in use now.");
	await tree.activate("button", "Compare take 1 with the one in use");
	await tree.activate("button", "B: Take 1");
	await tree.activate("button", "Use take 1");
	await tree.hears("Take 1 is in use.");

	// Export.
	await tree.activate("link", "Export");
	await tree.reads("heading", "Export");
	await tree.choose("Loudness", /^ACX/);
	await tree.activate("button", "Export");
	await tree.hears("MP3, one per chapter, ACX is done.");
	await tree.activate("DisclosureTriangle", /^Measurements/);
	await tree.reads("table", "ACX report of 01 The lamp.mp3");
	await tree.reads("row", /^Loudness \(RMS\) Pass −\d+\.\d dB −23\.0 dB to −18\.0 dB$/);
	const saved = page.waitForEvent("download");
	await tree.activate("link", "Download MP3, one per chapter, ACX");
	expect((await saved).suggestedFilename()).toBe("The Lighthouse.zip");
});
