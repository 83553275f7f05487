import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Sheet } from "@timbre/ui/primitives/sheet.tsx";
import { goTo, isApple } from "./shortcut-keys.ts";

type Shortcut = { keys: string[]; what: string };

const modifier = isApple ? "⌘" : "Ctrl";

const groups: { title: string; shortcuts: Shortcut[] }[] = [
	{
		title: "Everywhere",
		shortcuts: [
			{ keys: [modifier, "K"], what: "Go to a page, a voice or an action" },
			{ keys: ["?"], what: "Show this list" },
			{ keys: ["Esc"], what: "Close what is open" },
			{ keys: ["F8"], what: "Go to the notifications" },
		],
	},
	{
		title: "Player",
		shortcuts: [
			{ keys: ["Space"], what: "Play or pause" },
			{ keys: ["←"], what: "3 seconds back" },
			{ keys: ["→"], what: "3 seconds on" },
		],
	},
	{ title: "Writing", shortcuts: [{ keys: [modifier, "↵"], what: "Have the text spoken" }] },
	{
		title: "Pages",
		shortcuts: Object.entries(goTo).map(([letter, { label }]) => ({ keys: ["G", letter.toUpperCase()], what: label })),
	},
];

/** All keys there are, on `?`. */
export function ShortcutsSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
	return (
		<Sheet open={open} onOpenChange={onOpenChange} side="right" title="Keyboard shortcuts">
			<section
				aria-label="All shortcuts"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in the list can be pressed, and arrows scroll it only with the focus in it
				tabIndex={0}
				className="flex flex-col gap-6 px-4 pt-2 pb-8 focus-visible:-outline-offset-2"
			>
				{groups.map((group) => (
					<section key={group.title} aria-label={group.title}>
						<h3 className="pb-1 font-medium text-muted text-xs">{group.title}</h3>
						<dl>
							{group.shortcuts.map(({ keys, what }) => (
								<div key={what} className="flex items-center justify-between gap-4 border-line border-b py-2">
									<dt>{what}</dt>
									<dd className="flex shrink-0 gap-1">
										{keys.map((key) => (
											<Kbd key={key}>{key}</Kbd>
										))}
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
				<p className="text-[13px] text-muted">
					Letters, Space and arrows do nothing here while you write or while a menu is open.
				</p>
			</section>
		</Sheet>
	);
}
