// Building blocks of public pages.
// Invariant: markup and links only, readable without JavaScript.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BySession } from "../../../shell/page/by-session.tsx";

type ButtonLinkProps = {
	to: string;
	children: ReactNode;
	variant?: "primary" | "secondary" | "quiet";
	/** Of the link to the app that replaces a link to the sign-up page for visitors who have an account. */
	openLabel?: string;
};

const buttonVariants = {
	primary: "bg-ink text-on-ink hover:bg-ink-hover",
	secondary: "border border-line bg-raised text-ink hover:bg-hover",
	quiet: "text-ink hover:bg-hover",
};

/**
 * A link styled as a button. Internal paths use client-side navigation, other URLs are plain links. Visitors who have an
 * account are not offered another one.
 */
export function ButtonLink({ openLabel, ...props }: ButtonLinkProps) {
	const label = openLabel ?? (props.children === "Create account" ? "Open app" : undefined);
	if (props.to !== "/app/sign-up" || label === undefined) return <PlainButtonLink {...props} />;
	return (
		<BySession
			signedOut={<PlainButtonLink {...props} />}
			signedIn={
				<PlainButtonLink {...props} to="/app">
					{label}
				</PlainButtonLink>
			}
		/>
	);
}

function PlainButtonLink({ to, children, variant = "primary" }: Omit<ButtonLinkProps, "openLabel">) {
	const className = `inline-flex min-h-11 items-center justify-center rounded-control px-5 py-2 text-center font-medium text-[15px] leading-5 transition-colors ${buttonVariants[variant]}`;
	return to.startsWith("/") ? (
		<Link to={to} className={className}>
			{children}
		</Link>
	) : (
		<a href={to} className={className}>
			{children}
		</a>
	);
}

type HeroProps = { eyebrow?: ReactNode; title: ReactNode; lead: ReactNode; actions?: ReactNode; children?: ReactNode };

/** Page header with the only h1. Children are placed below at full width. */
export function Hero({ eyebrow, title, lead, actions, children }: HeroProps) {
	return (
		<section className="px-5 pt-14 pb-16 sm:pt-20 sm:pb-20">
			<div className="mx-auto max-w-6xl">
				{eyebrow ? <div className="mb-6 text-[15px] text-muted leading-6">{eyebrow}</div> : null}
				<h1 className="max-w-4xl text-balance font-serif text-[42px] leading-[1.06] tracking-[-0.01em] sm:text-6xl lg:text-7xl lg:leading-[1.02]">
					{title}
				</h1>
				<div className="mt-6 max-w-2xl text-pretty text-[17px] text-muted leading-7 sm:text-lg sm:leading-[30px]">
					{lead}
				</div>
				{actions ? <div className="mt-8 flex flex-wrap gap-3">{actions}</div> : null}
				{children ? <div className="mt-12">{children}</div> : null}
			</div>
		</section>
	);
}

type SectionProps = { id: string; title: ReactNode; lead?: ReactNode; children?: ReactNode; wide?: boolean };

/** A page section with an h2. The title sits beside the content, or above it with `wide`. */
export function Section({ id, title, lead, children, wide = false }: SectionProps) {
	const grid = wide ? "" : "grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]";
	return (
		<section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 border-line border-t px-5 py-16 sm:py-20">
			<div className={`mx-auto max-w-6xl ${grid}`}>
				<div className={wide ? "mb-10 max-w-2xl" : ""}>
					<h2
						id={`${id}-title`}
						className="text-balance font-serif text-[34px] leading-[1.12] tracking-[-0.005em] sm:text-[44px]"
					>
						{title}
					</h2>
					{lead ? <div className="mt-4 max-w-2xl text-pretty text-muted">{lead}</div> : null}
				</div>
				{children ? <div className="min-w-0">{children}</div> : null}
			</div>
		</section>
	);
}

type FeatureGridProps = { items: { title: string; text: ReactNode; status?: "planned" }[] };

export function FeatureGrid({ items }: FeatureGridProps) {
	return (
		<dl className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
			{items.map(({ title, text, status }) => (
				<div key={title} className={`border-t pt-4 ${status ? "border-control border-dashed" : "border-ink"}`}>
					<dt className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-medium">
						{title}
						{status ? <PlannedTag /> : null}
					</dt>
					<dd className="mt-2 text-[15px] text-muted leading-6">{text}</dd>
				</div>
			))}
		</dl>
	);
}

export function Steps({ items }: { items: { title: string; text: ReactNode }[] }) {
	return (
		<ol className="flex flex-col">
			{items.map(({ title, text }, i) => (
				<li
					key={title}
					className="grid grid-cols-[44px_minmax(0,1fr)] border-line border-b py-6 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[64px_minmax(0,1fr)]"
				>
					<span aria-hidden="true" className="font-serif text-3xl text-muted leading-7 tabular">
						{i + 1}
					</span>
					<div>
						<h3 className="font-medium">{title}</h3>
						<div className="mt-1.5 text-[15px] text-muted leading-6">{text}</div>
					</div>
				</li>
			))}
		</ol>
	);
}

export function Faq({ items }: { items: { question: string; answer: ReactNode }[] }) {
	return (
		<div className="border-line border-t">
			{items.map(({ question, answer }) => (
				<details key={question} className="group border-line border-b">
					<summary className="flex cursor-pointer list-none items-start justify-between gap-6 py-4 font-medium hover:text-muted [&::-webkit-details-marker]:hidden">
						{question}
						<svg
							aria-hidden="true"
							viewBox="0 0 16 16"
							className="mt-1.5 size-3.5 shrink-0 transition-transform group-open:rotate-45"
						>
							<path d="M8 1.5v13M1.5 8h13" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
						</svg>
					</summary>
					<div className="max-w-2xl pb-6 text-[15px] text-muted leading-6">{answer}</div>
				</details>
			))}
		</div>
	);
}

/** Styles plain h2, h3, p, ul, ol, pre, table and a elements. */
export function Prose({ children }: { children: ReactNode }) {
	return <div className="prose-site max-w-[68ch]">{children}</div>;
}

type CallToActionProps = { title: string; text: ReactNode; to: string; label: string; openLabel?: string };

export function CallToAction({ title, text, to, label, openLabel }: CallToActionProps) {
	return (
		<section className="border-line border-t bg-sunken px-5 py-16 sm:py-20">
			<div className="mx-auto flex max-w-6xl flex-wrap items-end justify-between gap-x-16 gap-y-8">
				<div className="max-w-2xl">
					<h2 className="text-balance font-serif text-[34px] leading-[1.12] sm:text-[44px]">{title}</h2>
					<div className="mt-4 text-pretty text-muted">{text}</div>
				</div>
				<ButtonLink to={to} openLabel={openLabel}>
					{label}
				</ButtonLink>
			</div>
		</section>
	);
}

function PlannedTag() {
	return (
		<span className="rounded-full border border-control border-dashed px-2 font-normal text-muted text-xs leading-5">
			Planned
		</span>
	);
}

/** Says what the operator can put on a page that is empty by default. */
export function OperatorNote({ children }: { children: ReactNode }) {
	return (
		<p
			role="note"
			className="w-fit max-w-2xl rounded-card border border-line bg-sunken px-4 py-2.5 text-[15px] text-muted leading-6"
		>
			<strong className="font-medium text-ink">For the operator of this server.</strong> {children}{" "}
			<Link to="/docs/self-hosting#your-pages" className="underline underline-offset-4">
				How to change this page
			</Link>
		</p>
	);
}

/** Notice that a feature is planned, with a default sentence. */
export function PlannedNote({ children }: { children?: ReactNode }) {
	return (
		<p
			role="note"
			className="w-fit max-w-2xl rounded-card border border-control border-dashed px-4 py-2.5 text-[15px] text-muted leading-6"
		>
			<strong className="font-medium text-ink">Planned.</strong> {children ?? "Not available yet."}
		</p>
	);
}
