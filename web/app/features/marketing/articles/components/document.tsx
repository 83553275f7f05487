import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { CodeBlock } from "../../components/code-block.tsx";
import type { DocumentBlock } from "../model/load-document.ts";
import type { Inline } from "../model/markdown.ts";
import { ClipCard } from "./clip-card.tsx";

/** Renders a parsed document. Wrap it in `Prose` for styling. */
export function Document({ blocks }: { blocks: readonly DocumentBlock[] }) {
	// biome-ignore lint/suspicious/noArrayIndexKey: the blocks are static
	return blocks.map((block, i) => <Fragment key={i}>{renderBlock(block)}</Fragment>);
}

function renderBlock(block: DocumentBlock): ReactNode {
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
						// biome-ignore lint/suspicious/noArrayIndexKey: the items are static
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
			return <ClipCard clip={block.clip} />;
	}
}

function Table({ head, rows, numeric }: Extract<DocumentBlock, { type: "table" }>) {
	const alignment = (column: number) => (numeric[column] ? "text-right! pr-0! pl-3!" : "");
	return (
		<table>
			<thead>
				<tr>
					{head.map((cell, i) =>
						cell.length === 0 ? (
							// biome-ignore lint/suspicious/noArrayIndexKey: the columns are static
							<td key={i} />
						) : (
							// biome-ignore lint/suspicious/noArrayIndexKey: the columns are static
							<th key={i} scope="col" className={`first-letter:uppercase ${alignment(i)}`}>
								<Inlines of={cell} />
							</th>
						),
					)}
				</tr>
			</thead>
			<tbody>
				{rows.map((row, r) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the rows are static
					<tr key={r}>
						{row.map((cell, i) =>
							i === 0 ? (
								// biome-ignore lint/suspicious/noArrayIndexKey: the columns are static
								<th key={i} scope="row" className="font-normal!">
									<Inlines of={cell} />
								</th>
							) : (
								// biome-ignore lint/suspicious/noArrayIndexKey: the columns are static
								<td key={i} className={alignment(i)}>
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
	// biome-ignore lint/suspicious/noArrayIndexKey: the text is static
	return of.map((inline, i) => <Fragment key={i}>{renderInline(inline)}</Fragment>);
}

function renderInline(inline: Inline): ReactNode {
	if (typeof inline === "string") return inline;
	if (inline.type === "code") return <code>{inline.text}</code>;
	const children = <Inlines of={inline.children} />;
	if (inline.type === "link") {
		const { href } = inline;
		return href.startsWith("/") ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>;
	}
	return inline.type === "em" ? <em>{children}</em> : <strong className="font-medium">{children}</strong>;
}
