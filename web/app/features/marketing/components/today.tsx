const facts = [
	{
		title: "Sound before the end",
		text: "A text is spoken clause by clause and streamed as it is made. A page of text starts as soon as a sentence does.",
	},
	{
		title: "A voice for the job",
		text: "A library of voices in several languages, each with a preview, all running on an ordinary processor. No graphics card needed.",
	},
	{
		title: "Nothing gets lost",
		text: "Every generation is kept with its text, voice and waveform: hear it again, search for it, download or delete it.",
	},
	{
		title: "Counted fairly",
		text: "You see what a text costs before you press the button, and pay for the characters that were really spoken.",
	},
	{
		title: "Made to be called",
		text: "Whatever the app does with voices and sound, your own code can do with an API key. There is no second, private interface.",
	},
	{
		title: "Yours to keep",
		text: "Text and sound stay on your server, unless you connect it to another. No account with anyone else, and nothing is sent home.",
	},
];

export function Today() {
	return (
		<section id="today" aria-labelledby="today-title" className="scroll-mt-8 border-line border-t px-5 py-20">
			<div className="mx-auto max-w-6xl">
				<h2 id="today-title" className="font-serif text-4xl leading-tight sm:text-5xl">
					What it does today
				</h2>
				<dl className="mt-12 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
					{facts.map((fact) => (
						<div key={fact.title} className="border-ink border-t pt-4">
							<dt className="font-medium">{fact.title}</dt>
							<dd className="mt-2 text-[15px] text-muted leading-6">{fact.text}</dd>
						</div>
					))}
				</dl>
			</div>
		</section>
	);
}
