import type { PageContent } from "../../model/page-content.ts";

export const studio: PageContent = {
	path: "/studio",
	name: "Studio",
	title: "Studio for audiobooks and podcasts",
	description:
		"Import a manuscript, cast its characters, convert it chapter by chapter and export a master that passes the ACX check, an M4B or an EPUB with synchronized audio.",
	headline: "Produce a book chapter by chapter",
	lead: "From the manuscript to the master: chapters, a voice for each character, an exact price before every click, and a new take for the one line that needs it.",
	actions: [{ to: "/app/studio", label: "Open Studio" }],
	parts: [
		{
			kind: "steps",
			id: "how",
			title: "How it works",
			items: [
				{
					title: "Import a manuscript",
					text: "Text, Markdown, HTML, Word, EPUB and PDF files and web pages become chapters, without page numbers, running heads and footnotes. You review them first.",
				},
				{
					title: "Cast the characters",
					text: "Rules find who speaks each line and how sure that is. A character's voice is the voice of all their lines.",
				},
				{
					title: "Convert",
					text: "You see the price before you start: “1,204,300 characters, 380 new: 380 credits”. You can close the page; it goes on.",
				},
				{
					title: "Compare takes",
					text: "Take check flags misread English sentences and reads them again free of charge. Compare two takes at the same position, keep one, lock it.",
				},
				{
					title: "Export",
					text: "MP3, WAV, M4B with chapters and cover, EPUB 3 that reads itself, subtitles, and a report of what the master measures against the requirements of ACX.",
				},
			],
		},
		{
			kind: "features",
			id: "details",
			title: "What it does",
			items: [
				{
					title: "One changed word costs one sentence",
					text: "Every sentence keeps its takes. What did not change is neither generated nor charged again.",
				},
				{
					title: "Revised manuscripts",
					text: "Import the next draft: Studio shows what changed, sentence by sentence, and keeps audio, voices and comments of the rest.",
				},
				{
					title: "Review by link",
					text: "People without an account listen while the text lights up, comment at a time and approve chapters. Links expire and can be withdrawn.",
				},
				{
					title: "Edit together",
					text: "Several people write in one chapter at once, comment on passages, and undo their own changes even after a reload.",
				},
				{
					title: "Podcasts",
					text: "Web pages and texts become a conversation or a bulletin. A language model writes the script if your server has one. Otherwise rules choose sentences of the sources, and the page says so.",
				},
				{
					title: "Your project is a file",
					text: "A bundle holds the text, all takes and all settings in a documented format. Import it on another server, byte for byte.",
				},
			],
		},
		{
			kind: "text",
			id: "limits",
			title: "What to expect",
			paragraphs: [
				"Speakers are found by rules. Each line has a confidence, and the unsure ones are a list that you walk through with two keys. Take check knows English only.",
				"The included voices read well but do not act. You can make them livelier or calmer, and give every character another one.",
			],
			links: [
				{ to: "/use-cases/audiobooks", label: "Make an audiobook" },
				{ to: "/pricing", label: "Credits per plan" },
			],
		},
	],
	end: {
		title: "Try it with your first chapter",
		text: "Create an account and import a manuscript.",
		to: "/app/studio",
		label: "Open Studio",
	},
};
