export type PlannedModule = { id: string; bytes: number; needs: readonly string[] };

/**
 * The modules that a visit starts with. A request costs it as much as `requestBytes`, a byte that it does not use as much as
 * `unusedWeight` bytes, and it loads at most `maxUnused` of those for each byte that it uses.
 */
export type Visit = { starts: readonly string[]; requestBytes: number; unusedWeight: number; maxUnused: number };

/** Modules in one file. `visits` are the positions of the visits that load it, `needs` all groups that loading it loads as well. */
type Group = { modules: PlannedModule[]; bytes: number; visits: Set<number>; needs: Set<Group> };

/** `left` is how many bytes a visit may still load without using them. */
type Budget = { requestBytes: number; unusedWeight: number; left: number };

/**
 * Groups modules into files: first those that the same visits load, then the pairs of groups that save the most when merged, as long as
 * the requests saved count more than the unused bytes added. Modules that only one visit loads are left out. Invariant: files never
 * import each other in a cycle, because a module could then run before one that it needs.
 */
export function planFiles(modules: readonly PlannedModule[], visits: readonly Visit[]): PlannedModule[][] {
	const byId = new Map(modules.map((module) => [module.id, module]));
	const visitsOf = new Map<PlannedModule, number[]>();
	const budgets: Budget[] = [];
	for (const [at, { starts, maxUnused, ...costs }] of visits.entries()) {
		const used = reachable(byId, starts);
		for (const module of used) visitsOf.set(module, [...(visitsOf.get(module) ?? []), at]);
		budgets.push({ ...costs, left: maxUnused * [...used].reduce((sum, { bytes }) => sum + bytes, 0) });
	}
	const byVisits = new Map<string, Group>();
	for (const module of modules) {
		const loaded = visitsOf.get(module) ?? [];
		if (loaded.length < 2) continue;
		const group = byVisits.get(loaded.join()) ?? { modules: [], bytes: 0, visits: new Set(loaded), needs: new Set() };
		group.modules.push(module);
		group.bytes += module.bytes;
		byVisits.set(loaded.join(), group);
	}
	const groups = [...byVisits.values()];
	const groupOf = new Map(groups.flatMap((group) => group.modules.map((module) => [module, group])));
	for (const group of groups) {
		const needed = reachable(
			byId,
			group.modules.map(({ id }) => id),
		);
		for (const module of needed) {
			const other = groupOf.get(module);
			if (other && other !== group) group.needs.add(other);
		}
	}
	return mergeGroups(groups, budgets).map((group) => group.modules);
}

function reachable(byId: ReadonlyMap<string, PlannedModule>, starts: readonly string[]): Set<PlannedModule> {
	const found = new Set<PlannedModule>();
	const open = [...starts];
	for (let id = open.pop(); id !== undefined; id = open.pop()) {
		const module = byId.get(id);
		if (!module || found.has(module)) continue;
		found.add(module);
		open.push(...module.needs);
	}
	return found;
}

function mergeGroups(groups: readonly Group[], budgets: readonly Budget[]): Group[] {
	/** What merging two groups saves, in bytes over all visits. */
	const saving = (a: Group, b: Group) => {
		if (throughAnother(a, b) || throughAnother(b, a)) return 0;
		let saved = 0;
		for (const [at, { requestBytes }] of budgets.entries())
			if (a.visits.has(at) && b.visits.has(at)) saved += requestBytes;
		for (const [at, { requestBytes, unusedWeight, left }] of budgets.entries()) {
			if (a.visits.has(at) === b.visits.has(at)) continue;
			const added = a.visits.has(at) ? b : a;
			let bytes = added.bytes;
			for (const needed of added.needs) {
				if (needed.visits.has(at)) continue;
				bytes += needed.bytes;
				saved -= requestBytes;
			}
			saved -= bytes * unusedWeight;
			if (saved <= 0 || bytes > left) return 0;
		}
		return saved;
	};
	const remaining = new Set(groups);
	const pairsOf = (group: Group, others: Iterable<Group>) =>
		[...others].map((other) => ({ a: group, b: other, saved: saving(group, other) })).filter(({ saved }) => saved > 0);
	const allPairs = () => [...remaining].flatMap((group, at, all) => pairsOf(group, all.slice(at + 1)));
	let pairs = allPairs();
	for (;;) {
		// A pair that saved nothing may do so after others have been merged.
		if (pairs.length === 0) pairs = allPairs();
		pairs.sort((x, y) => x.saved - y.saved);
		const best = pairs.pop();
		if (!best) return [...remaining];
		const { a, b } = best;
		// Merging others has changed what this pair saves.
		const saved = saving(a, b);
		if (saved < best.saved) {
			if (saved > 0) pairs.push({ a, b, saved });
			continue;
		}
		const merged = mergeInto(remaining, a, b, budgets);
		pairs = pairs.filter((pair) => remaining.has(pair.a) && remaining.has(pair.b));
		pairs.push(
			...pairsOf(
				merged,
				[...remaining].filter((group) => group !== merged),
			),
		);
	}
}

/** Whether `a` needs `b` through a third group, which merging the two would put into a cycle. */
function throughAnother(a: Group, b: Group): boolean {
	return a.needs.has(b) && [...a.needs].some((other) => other !== b && other.needs.has(b));
}

function mergeInto(remaining: Set<Group>, a: Group, b: Group, budgets: readonly Budget[]): Group {
	const spend = (at: number, bytes: number) => {
		const budget = budgets[at];
		if (budget) budget.left -= bytes;
	};
	for (const at of without(a.visits, b.visits)) spend(at, b.bytes);
	for (const at of without(b.visits, a.visits)) spend(at, a.bytes);
	const merged: Group = {
		modules: [...a.modules, ...b.modules],
		bytes: a.bytes + b.bytes,
		visits: new Set([...a.visits, ...b.visits]),
		needs: new Set([...a.needs, ...b.needs]),
	};
	merged.needs.delete(a);
	merged.needs.delete(b);
	remaining.delete(a);
	remaining.delete(b);
	for (const group of remaining) {
		if (!group.needs.has(a) && !group.needs.has(b)) continue;
		group.needs.delete(a);
		group.needs.delete(b);
		group.needs.add(merged);
		for (const other of merged.needs) group.needs.add(other);
	}
	for (const other of merged.needs) {
		for (const at of without(merged.visits, other.visits)) {
			spend(at, other.bytes);
			other.visits.add(at);
		}
	}
	remaining.add(merged);
	return merged;
}

const without = (visits: ReadonlySet<number>, others: ReadonlySet<number>) =>
	[...visits].filter((at) => !others.has(at));
