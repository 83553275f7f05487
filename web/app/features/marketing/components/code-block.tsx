type CodeBlockProps = { title: string; code: string; prompt?: boolean };

export function CodeBlock({ title, code, prompt = false }: CodeBlockProps) {
	return (
		<figure className="min-w-0 overflow-hidden rounded-card border border-line bg-raised">
			<figcaption className="border-line border-b px-4 py-2 text-[13px] text-muted">{title}</figcaption>
			{/* Lines wrap instead of scrolling sideways, so that nothing needs a keyboard to be reached. */}
			<pre className="whitespace-break-spaces break-words p-4 font-mono text-[13px] leading-6">
				<code>
					{code.split("\n").map((line, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text never move
						<span key={i} className="block min-h-6">
							{prompt ? (
								<span aria-hidden="true" className="select-none text-muted">
									${" "}
								</span>
							) : null}
							{line}
						</span>
					))}
				</code>
			</pre>
		</figure>
	);
}
