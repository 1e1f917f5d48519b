;; Dot products of a question with many vectors of 32-bit floats that lie one after the other.
;; Four partial sums in the lanes of a result, which are added up by the caller.
(module
  (import "js" "memory" (memory 1))
  ;; vector, end: addresses of the first vector and after the last. width: bytes of a vector, a multiple of 64.
  ;; question: address of the question, as wide as a vector. out: address of the results, 16 bytes each.
  (func (export "run")
    (param $vector i32) (param $end i32) (param $question i32) (param $width i32) (param $out i32)
    (local $at i32) (local $stop i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $vectors
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $question))
      (local.set $stop (i32.add (local.get $vector) (local.get $width)))
      (loop $blocks
        (local.set $a (f32x4.add (local.get $a)
          (f32x4.mul (v128.load (local.get $vector)) (v128.load (local.get $at)))))
        (local.set $b (f32x4.add (local.get $b)
          (f32x4.mul (v128.load offset=16 (local.get $vector)) (v128.load offset=16 (local.get $at)))))
        (local.set $c (f32x4.add (local.get $c)
          (f32x4.mul (v128.load offset=32 (local.get $vector)) (v128.load offset=32 (local.get $at)))))
        (local.set $d (f32x4.add (local.get $d)
          (f32x4.mul (v128.load offset=48 (local.get $vector)) (v128.load offset=48 (local.get $at)))))
        (local.set $vector (i32.add (local.get $vector) (i32.const 64)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br_if $blocks (i32.lt_u (local.get $vector) (local.get $stop))))
      (v128.store (local.get $out)
        (f32x4.add
          (f32x4.add (local.get $a) (local.get $b))
          (f32x4.add (local.get $c) (local.get $d))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $vectors (i32.lt_u (local.get $vector) (local.get $end))))))
