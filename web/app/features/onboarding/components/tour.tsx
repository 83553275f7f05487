import { Button } from "@timbre/ui/primitives/button.tsx";
import { Popover, PopoverAnchor, PopoverContent } from "@timbre/ui/primitives/popover.tsx";
import { useEffect, useId, useMemo, useRef, useState } from "react";

/** `place` is the value of the `data-tour` attribute of what the step speaks of. */
const steps = [
	{
		place: "text",
		title: "Write or paste your text",
		text: "A sentence or a whole chapter. What you write is kept in this browser until you clear it.",
	},
	{
		place: "voice",
		title: "Choose who speaks",
		text: "Press to see every voice. Each can be heard before you take it.",
	},
	{
		place: "generate",
		title: "See the price, then generate",
		text: "The credits stand beside the button before you press it. A sentence you have paid for once is free.",
	},
	{
		place: "history",
		title: "Find it again",
		text: "Everything you make is in the history: play it, share it, download it.",
	},
] as const;

/** What fills its part of the page is marked within it: around it there is no room. */
const insidePlaces: readonly string[] = ["text", "generate"];

const find = (place: string) =>
	[...document.querySelectorAll<HTMLElement>(`[data-tour="${place}"]`)].find((element) => element.checkVisibility());

const tallest = 96;

/** Where the step points to. A tall thing, as the page to write on is, would leave no room beside it: then its first lines. */
function beginningOf(element: HTMLElement): DOMRect {
	const { x, y, width, height } = element.getBoundingClientRect();
	const inside = insidePlaces.includes(element.dataset.tour ?? "");
	const inset = inside ? Number.parseFloat(getComputedStyle(element).paddingLeft) || 0 : 0;
	return new DOMRect(x + inset, y, width - 2 * inset, Math.min(height, tallest));
}

/** Shows the page round, step by step, without keeping anybody from using it meanwhile. */
export function Tour({ onEnd }: { onEnd: () => void }) {
	const [at, setAt] = useState(0);
	const titleId = useId();
	const next = useRef<HTMLButtonElement>(null);
	const step = steps[at] ?? steps[0];
	const anchor = useAnchor(step.place);
	const virtual = useMemo(
		() => ({ current: anchor && { getBoundingClientRect: () => beginningOf(anchor) } }),
		[anchor],
	);
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
							Skip the tour
						</Button>
					)}
					<div className="flex gap-2">
						{at > 0 ? (
							<Button
								size="small"
								onClick={() => {
									setAt(at - 1);
									// The first step has no way back, so this button goes.
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

/** The element a step speaks of, marked while it does. The page may still be loading it, or swap it when the window changes. */
function useAnchor(place: string): HTMLElement | null {
	const [anchor, setAnchor] = useState<HTMLElement | null>(null);
	useEffect(() => {
		let frame = 0;
		const look = () => {
			cancelAnimationFrame(frame);
			frame = requestAnimationFrame(() => setAnchor((known) => find(place) ?? (known?.isConnected ? known : null)));
		};
		look();
		const watcher = new MutationObserver(look);
		watcher.observe(document.body, { childList: true, subtree: true });
		return () => {
			watcher.disconnect();
			cancelAnimationFrame(frame);
		};
	}, [place]);
	useEffect(() => {
		if (!anchor) return;
		anchor.style.outline = "2px solid var(--ink)";
		anchor.style.outlineOffset = insidePlaces.includes(place) ? "-6px" : "4px";
		return () => {
			anchor.style.outline = "";
			anchor.style.outlineOffset = "";
		};
	}, [anchor, place]);
	return anchor;
}
