import { Button } from "@timbre/ui/primitives/button.tsx";
import { Popover, PopoverAnchor, PopoverContent } from "@timbre/ui/primitives/overlays/popover.tsx";
import { useEffect, useId, useMemo, useRef, useState } from "react";

/** `target` is the `data-tour` attribute of the element the step points to. */
const steps = [
	{
		target: "text",
		title: "Write or paste your text",
		text: "From a sentence to a full chapter. Your draft is saved in this browser.",
	},
	{
		target: "voice",
		title: "Choose a voice",
		text: "Browse all voices and play a preview before you choose.",
	},
	{
		target: "generate",
		title: "Check the cost, then generate",
		text: "The cost in credits is shown next to the button. Sentences you've already paid for are free.",
	},
	{
		target: "history",
		title: "Find your generations",
		text: "Play, share and download everything you generate from your history.",
	},
] as const;

/** Targets without room around them are outlined on the inside. */
const insetTargets: readonly string[] = ["text", "generate"];

const find = (target: string) =>
	[...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find((element) => element.checkVisibility());

const maxAnchorHeight = 96;

/** The rectangle a step points to. Tall elements are cut to their top, so the popover has room. */
function anchorRect(element: HTMLElement): DOMRect {
	const { x, y, width, height } = element.getBoundingClientRect();
	const inside = insetTargets.includes(element.dataset.tour ?? "");
	const inset = inside ? Number.parseFloat(getComputedStyle(element).paddingLeft) || 0 : 0;
	return new DOMRect(x + inset, y, width - 2 * inset, Math.min(height, maxAnchorHeight));
}

/** A step-by-step tour that doesn't block the page. */
export function Tour({ onEnd }: { onEnd: () => void }) {
	const [at, setAt] = useState(0);
	const titleId = useId();
	const next = useRef<HTMLButtonElement>(null);
	const step = steps[at] ?? steps[0];
	const anchor = useAnchor(step.target);
	const virtual = useMemo(() => ({ current: anchor && { getBoundingClientRect: () => anchorRect(anchor) } }), [anchor]);
	if (!anchor) return null;
	const last = at === steps.length - 1;
	return (
		<Popover open onOpenChange={(open) => !open && onEnd()}>
			<PopoverAnchor virtualRef={virtual} />
			<PopoverContent
				aria-labelledby={titleId}
				sideOffset={10}
				align="start"
				collisionPadding={12}
				className="z-30 p-4"
				onOpenAutoFocus={(event) => {
					event.preventDefault();
					next.current?.focus();
				}}
				onCloseAutoFocus={(event) => {
					event.preventDefault();
					find("text")?.focus();
				}}
				onInteractOutside={(event) => event.preventDefault()}
			>
				<div aria-live="polite">
					<p className="text-muted text-xs tabular">
						{at + 1} of {steps.length}
					</p>
					<h2 id={titleId} className="mt-1 font-semibold text-[15px]">
						{step.title}
					</h2>
					<p className="mt-1 text-muted">{step.text}</p>
				</div>
				<div className="mt-4 flex items-center justify-between gap-2">
					{last ? (
						<span />
					) : (
						<Button size="small" variant="quiet" className="-ml-3" onClick={onEnd}>
							Skip tour
						</Button>
					)}
					<div className="flex gap-2">
						{at > 0 ? (
							<Button
								size="small"
								onClick={() => {
									setAt(at - 1);
									// The first step has no Back button, so move the focus.
									if (at === 1) next.current?.focus();
								}}
							>
								Back
							</Button>
						) : null}
						<Button ref={next} size="small" variant="primary" onClick={() => (last ? onEnd() : setAt(at + 1))}>
							{last ? "Done" : "Next"}
						</Button>
					</div>
				</div>
			</PopoverContent>
		</Popover>
	);
}

/** The outlined element of a step. The page may still be loading it, or replace it on resize. */
function useAnchor(target: string): HTMLElement | null {
	const [anchor, setAnchor] = useState<HTMLElement | null>(null);
	useEffect(() => {
		let frame = 0;
		const update = () => {
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(() => setAnchor((known) => find(target) ?? (known?.isConnected ? known : null)));
		};
		update();
		const watcher = new MutationObserver(update);
		watcher.observe(document.body, { childList: true, subtree: true });
		return () => {
			watcher.disconnect();
			cancelAnimationFrame(frame);
		};
	}, [target]);
	useEffect(() => {
		if (!anchor) return;
		anchor.style.outline = "2px solid var(--ink)";
		anchor.style.outlineOffset = insetTargets.includes(target) ? "-6px" : "4px";
		return () => {
			anchor.style.outline = "";
			anchor.style.outlineOffset = "";
		};
	}, [anchor, target]);
	return anchor;
}
