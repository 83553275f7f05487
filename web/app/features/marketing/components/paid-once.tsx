const sentences = [
	{ text: "The ferry leaves from the old harbour at nine.", paid: true },
	{ text: "Bring a coat: on the water it is colder than in town.", paid: false },
	{ text: "Coffee is served on board, and the way back is free.", paid: true },
];

/** The cost of an edit, in the format the app shows before generating. */
export function PaidOnce() {
	const fresh = sentences.filter(({ paid }) => !paid).reduce((sum, { text }) => sum + text.length, 0);
	const all = sentences.reduce((sum, { text }) => sum + text.length, sentences.length - 1);
	return (
		<figure className="overflow-hidden rounded-card border border-line bg-raised">
			<ul>
				{sentences.map(({ text, paid }) => (
					<li key={text} className="flex items-baseline gap-4 border-line border-b px-5 py-4 sm:px-6">
						<span aria-hidden="true" className={`font-mono text-sm ${paid ? "text-muted" : "text-accent"}`}>
							{paid ? "=" : "+"}
						</span>
						<span className="flex-1">{text}</span>
						<span className="w-20 shrink-0 text-right text-[13px] text-muted tabular">
							{paid ? "stored" : `${text.length} credits`}
						</span>
					</li>
				))}
			</ul>
			<figcaption className="px-5 py-3 text-[15px] text-muted sm:px-6">
				<span className="tabular">
					{all} characters, {fresh} new: {fresh} credits.
				</span>{" "}
				The app shows the cost before you generate.
			</figcaption>
		</figure>
	);
}
