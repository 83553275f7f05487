// A page as a screen reader has it: nothing but the accessibility tree is read, and nothing but keys is pressed.
import { expect, type Page } from "@playwright/test";

type AXNode = {
	nodeId: string;
	ignored: boolean;
	role?: { value?: string };
	name?: { value?: string };
	value?: { value?: unknown };
	childIds?: string[];
	properties?: { name: string; value: { value?: unknown } }[];
};
export type Element = { role: string; name: string; value: string; states: Record<string, unknown>; text: string };
type Wanted = string | RegExp;

const maxPresses = 150;
/** Restate and the worker may be busy with other journeys. */
const announcementMs = 90_000;
const isLive = ({ states }: Element) => states.live !== undefined && states.live !== "off";
const fits = (wanted: Wanted, found: string) => (typeof wanted === "string" ? wanted === found : wanted.test(found));

export async function openTree(page: Page) {
	const session = await page.context().newCDPSession(page);
	await session.send("Accessibility.enable");

	async function elements(): Promise<Element[]> {
		const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AXNode[] };
		const byId = new Map(nodes.map((node) => [node.nodeId, node]));
		const textOf = (node: AXNode): string =>
			node.role?.value === "StaticText"
				? (node.name?.value ?? "")
				: (node.childIds ?? []).map((id) => (byId.has(id) ? textOf(byId.get(id) as AXNode) : "")).join(" ");
		return nodes
			.filter(({ ignored }) => !ignored)
			.map((node) => ({
				role: node.role?.value ?? "",
				name: node.name?.value ?? "",
				value: String(node.value?.value ?? ""),
				states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
				text: textOf(node).replaceAll(/\s+/g, " ").trim(),
			}));
	}
	/** What has no name of its own, such as a row, is known by its text. */
	const find = async (role: string, name: Wanted) =>
		(await elements()).filter((one) => one.role === role && fits(name, one.name || one.text));
	/** The innermost one: the page and a frame count as focused too. */
	const focused = async () => (await elements()).findLast(({ states }) => states.focused === true);
	const nameOf = (one: Element | undefined) => (one ? `${one.role} “${one.name}”` : "nothing");

	/** Waits until the tree has an element with this role and name, and returns it. */
	async function reads(role: string, name: Wanted): Promise<Element> {
		await expect.poll(async () => (await find(role, name)).length, { message: `${role} ${name}` }).toBeGreaterThan(0);
		return (await find(role, name))[0] as Element;
	}
	async function pressUntil(key: "Tab" | "ArrowDown", role: string, name: Wanted): Promise<void> {
		await reads(role, name);
		const passed: string[] = [];
		for (let at = 0; at < maxPresses; at++) {
			const now = await focused();
			if (now && now.role === role && fits(name, now.name)) return;
			passed.push(nameOf(now));
			await page.keyboard.press(key);
		}
		throw new Error(`${role} ${name} can't be reached with ${key}. Passed: ${passed.join(", ")}`);
	}

	return {
		focused,
		press: (key: string) => page.keyboard.press(key),
		type: (text: string) => page.keyboard.type(text),
		reads,
		/** Waits until a live region says this. */
		async hears(wanted: Wanted): Promise<void> {
			const said = async () => (await elements()).filter(isLive).map(({ text }) => text);
			const isSaid = (one: string) => (typeof wanted === "string" ? one.includes(wanted) : wanted.test(one));
			await expect(async () => {
				const now = await said();
				if (!now.some(isSaid)) throw new Error(`${wanted} isn't announced. Announced: ${now.join(" | ")}`);
			}).toPass({ timeout: announcementMs });
		},
		/** Presses Tab until an element with this role and name has the focus. */
		tabTo: (role: string, name: Wanted) => pressUntil("Tab", role, name),
		/** Presses the down arrow until an element with this role and name has the focus. */
		arrowTo: (role: string, name: Wanted) => pressUntil("ArrowDown", role, name),
		/** Opens a list of options and chooses one of them. */
		async choose(list: string, option: Wanted): Promise<void> {
			await pressUntil("Tab", "combobox", list);
			await page.keyboard.press("Enter");
			await reads("option", option);
			await page.keyboard.press("Home");
			await pressUntil("ArrowDown", "option", option);
			await page.keyboard.press("Enter");
			await reads("combobox", list);
		},
		async activate(role: string, name: Wanted): Promise<void> {
			await pressUntil("Tab", role, name);
			await page.keyboard.press(role === "checkbox" || role === "radio" || role === "switch" ? "Space" : "Enter");
		},
	};
}
