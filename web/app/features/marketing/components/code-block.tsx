type CodeBlockProps = { title: string; code: string; prompt?: boolean };

export function CodeBlock({ title, code, prompt = false }: CodeBlockProps) {
	return (
		<figure className="min-w-0 overflow-hidden rounded-card border border-line bg-raised">
			<figcaption className="border-line border-b px-4 py-2 text-[13px] text-muted">{title}</figcaption>
			{/* Wrap lines: a horizontally scrolling block would have to be keyboard focusable. */}
			<pre className="whitespace-break-spaces break-words p-4 font-mono text-[13px] leading-6">
				<code>
					{code.split("\n").map((line, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the lines are static
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
