import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { CodeBlock } from "../components/code-block.tsx";
import type { DocumentBlock } from "./load-document.ts";
import type { Inline } from "./markdown.ts";
import { SoundCard } from "./sound-card.tsx";

/** Shows a text that a loader has read. Goes into `Prose`, which has the looks. */
export function Document({ blocks }: { blocks: readonly DocumentBlock[] }) {
	// biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move
	return blocks.map((block, i) => <Fragment key={i}>{shown(block)}</Fragment>);
}

function shown(block: DocumentBlock): ReactNode {
	switch (block.type) {
		case "heading": {
			const Heading = block.level === 2 ? "h2" : "h3";
			return (
				<Heading id={block.id} className="scroll-mt-6 text-balance first:mt-0!">
					<Inlines of={block.children} />
				</Heading>
			);
		}
		case "paragraph":
			return (
				<p>
					<Inlines of={block.children} />
				</p>
			);
		case "note":
			return (
				<blockquote>
					<p>
						<Inlines of={block.children} />
					</p>
				</blockquote>
			);
		case "list": {
			const List = block.ordered ? "ol" : "ul";
			return (
				<List>
					{block.items.map((item, i) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never move
						<li key={i}>
							<Inlines of={item} />
						</li>
					))}
				</List>
			);
		}
		case "code":
			return <CodeBlock title={block.title} code={block.code} prompt={/^npm /.test(block.code)} />;
		case "table":
			return <Table {...block} />;
		case "sound":
			return <SoundCard sound={block.sound} />;
	}
}

function Table({ head, rows, numeric }: Extract<DocumentBlock, { type: "table" }>) {
	const place = (column: number) => (numeric[column] ? "text-right! pr-0! pl-3!" : "");
	return (
		<table>
			<thead>
				<tr>
					{head.map((cell, i) =>
						cell.length === 0 ? (
							// biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
							<td key={i} />
						) : (
							// biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
							<th key={i} scope="col" className={`first-letter:uppercase ${place(i)}`}>
								<Inlines of={cell} />
							</th>
						),
					)}
				</tr>
			</thead>
			<tbody>
				{rows.map((row, r) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never move
					<tr key={r}>
						{row.map((cell, i) =>
							i === 0 ? (
								// biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
								<th key={i} scope="row" className="font-normal!">
									<Inlines of={cell} />
								</th>
							) : (
								// biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
								<td key={i} className={place(i)}>
									<Inlines of={cell} />
								</td>
							),
						)}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Inlines({ of }: { of: readonly Inline[] }) {
	// biome-ignore lint/suspicious/noArrayIndexKey: the words of a text never move
	return of.map((inline, i) => <Fragment key={i}>{inlineShown(inline)}</Fragment>);
}

function inlineShown(inline: Inline): ReactNode {
	if (typeof inline === "string") return inline;
	if (inline.type === "code") return <code>{inline.text}</code>;
	const children = <Inlines of={inline.children} />;
	if (inline.type === "link") {
		const { href } = inline;
		return href.startsWith("/") ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;
	}
	return inline.type === "em" ? <em>{children}</em> : <strong className="font-medium">{children}</strong>;
}
